/** The mark of the bar. Not a picture of its own: the first page has one file less to wait for. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 440 480" width={33} height={36} aria-hidden="true">
      <g transform="translate(220 240)">
        <path d="M-112-40L-28 220h-84z" fill="#f3c24f" />
        <path d="M112-40L28 220h84z" fill="#4a3416" />
        <path
          d="M-200 220V-220h104L0 40 96-220h104V220h-88V-40L28 220h-56L-112-40V220z"
          fill="#f8f3e9"
        />
        <path d="M200 220h-20V-220h20zM28 220h-20L104-40h8z" fill="#cfc6b6" />
        <path d="M-108 220v-22a24 24 0 0 1 48 0v22z" fill="#080706" />
        <circle cx="-84" cy="158" r="15" fill="#080706" />
      </g>
    </svg>
  );
}
