/** Line icons on a 24 px grid. */
const PATHS = {
  menu: 'M4 6.5h16M4 12h11M4 17.5h16',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  wallet:
    'M4 7.5h14.5a1.5 1.5 0 0 1 1.5 1.5v9.5a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 18.5V6.2A1.7 1.7 0 0 1 5.7 4.5H17M15.5 13.8h.01',
  wrench:
    'M14.7 6.4a4.2 4.2 0 0 1 5.1-1.1l-2.7 2.7.3 2 2 .3 2.7-2.7a4.2 4.2 0 0 1-5.6 5l-7.7 7.7a1.9 1.9 0 0 1-2.7-2.7l7.7-7.7a4.2 4.2 0 0 1 .9-3.5',
  refresh:
    'M19.5 9.5A8 8 0 0 0 5.2 7.2L4 9M4 4.5V9h4.5M4.5 14.5a8 8 0 0 0 14.3 2.3L20 15M20 19.5V15h-4.5',
  outward: 'M9 5.5H18.5V15M18 6 6 18',
  previous: 'M14.5 5 7.5 12l7 7',
  next: 'M9.5 5l7 7-7 7',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14',
  crown: 'M4 17.5 3 7.5l5 4 4-6.5 4 6.5 5-4-1 10ZM4.5 20.5h15',
  card: 'M6 3.5h12v17H6ZM9 7h6v6H9ZM9 16.5h6',
  chart: 'M4 19.5h16M5.5 15.5 10 10l3.5 3.5L19.5 6M15.5 6h4v4',
  gem: 'M7 4.5h10l4 5.5-9 10.5L3 10ZM3 10h18M12 20.5 8.5 10 11 4.5M12 20.5 15.5 10 13 4.5',
  chat: 'M4 5h16v11H11l-4.5 4v-4H4ZM8.5 9h7M8.5 12h4.5',
  post: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5M4.5 19.5H12',
  send: 'M20.5 4 3.5 11l6 2.5 2.5 6.5ZM9.5 13.5 20.5 4',
  check: 'M4.5 12.5 10 18 19.5 6.5',
  alert: 'M12 4 21 19.5H3ZM12 10v4.5M12 17h.01',
  swords:
    'M4 4l10.5 10.5M4 4v3.5L13 16.5M4 4h3.5L16.5 13M12.5 18l5.5-5.5M15.5 15.5 20 20M20 4l-6.5 6.5M20 4v3.5l-5 5M20 4h-3.5l-5 5M11.5 18 6 12.5M8.5 15.5 4 20',
  enlarge: 'M14 4.5h5.5V10M19 5l-6 6M10 19.5H4.5V14M5 19l6-6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20.5 20.5',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9L17.5 7M10.5 11v5.5M13.5 11v5.5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  up: 'M5 14.5l7-7 7 7',
  down: 'M5 9.5l7 7 7-7',
  copy: 'M8.5 8.5h11v11h-11ZM15.5 8.5v-4h-11v11h4',
  pen: 'M5 19l1-4.5L16 4.5l3.5 3.5L9.5 18ZM13.5 7 17 10.5',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10.5a5 5 0 0 1 0 10H9',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  /** Width and height as a CSS length; a rule for `className` overrides it. */
  size?: string;
  className?: string;
}

/** An icon, hidden from screen readers: beside words, or in a control with its own label. */
export function Icon({ name, size = '1.25rem', className = '' }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="square"
      strokeLinejoin="miter"
      aria-hidden="true"
      className={`icon ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
