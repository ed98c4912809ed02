/** Line icons on a 24 px grid. */
const PATHS = {
  menu: 'M4 6.500h16M4 12h11M4 17.500h16',
  close: 'M5.5 5.500l13 13M18.500 5.500l-13 13',
  wallet:
    'M4 7.500h14.500a1.500 1.500 0 0 1 1.500 1.500v9.500a1.500 1.500 0 0 1-1.500 1.500H5.500A1.500 1.500 0 0 1 4 18.500V6.200A1.700 1.700 0 0 1 5.700 4.500H17M15.500 13.800h.01',
  wrench:
    'M14.700 6.400a4.200 4.200 0 0 1 5.100-1.100l-2.700 2.700.3 2 2 .3 2.700-2.700a4.200 4.200 0 0 1-5.600 5l-7.700 7.700a1.900 1.900 0 0 1-2.700-2.700l7.700-7.700a4.200 4.200 0 0 1 .9-3.500',
  refresh:
    'M19.500 9.500A8 8 0 0 0 5.200 7.200L4 9M4 4.500V9h4.500M4.500 14.500a8 8 0 0 0 14.300 2.300L20 15M20 19.500V15h-4.500',
  outward: 'M9 5.500H18.500V15M18 6 6 18',
  previous: 'M14.500 5 7.500 12l7 7',
  next: 'M9.500 5l7 7-7 7',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 19.500h14',
  crown: 'M4 17.500 3 7.500l5 4 4-6.500 4 6.500 5-4-1 10ZM4.500 20.500h15',
  card: 'M6 3.500h12v17H6ZM9 7h6v6H9ZM9 16.500h6',
  chart: 'M4 19.500h16M5.500 15.500 10 10l3.500 3.500L19.500 6M15.500 6h4v4',
  gem: 'M7 4.500h10l4 5.500-9 10.500L3 10ZM3 10h18M12 20.500 8.500 10 11 4.500M12 20.500 15.500 10 13 4.500',
  chat: 'M4 5h16v11H11l-4.500 4v-4H4ZM8.500 9h7M8.500 12h4.500',
  post: 'M4.500 19.500 5.500 15 16 4.500l3.500 3.500L9 18.500ZM13.500 7l3.500 3.500M4.500 19.500H12',
  send: 'M20.500 4 3.500 11l6 2.500 2.500 6.500ZM9.500 13.500 20.500 4',
  check: 'M4.500 12.500 10 18 19.500 6.500',
  alert: 'M12 4 21 19.500H3ZM12 10v4.500M12 17h.01',
  swords:
    'M4 4l10.500 10.500M4 4v3.500L13 16.500M4 4h3.500L16.500 13M12.500 18l5.500-5.500M15.500 15.500 20 20M20 4l-6.500 6.500M20 4v3.500l-5 5M20 4h-3.500l-5 5M11.500 18 6 12.500M8.500 15.500 4 20',
  person:
    'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20.500c.6-4 3.500-6.500 7.500-6.500s6.900 2.500 7.500 6.500',
  enlarge: 'M14 4.500h5.500V10M19 5l-6 6M10 19.500H4.500V14M5 19l6-6',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20.500 20.500',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4.500 7h15M9.500 7V4h5v3M6.500 7l1 13.500h9L17.500 7M10.500 11v5.500M13.500 11v5.500',
  more: 'M5.500 12h.01M12 12h.01M18.500 12h.01',
  up: 'M5 14.500l7-7 7 7',
  down: 'M5 9.500l7 7 7-7',
  copy: 'M8.500 8.500h11v11h-11ZM15.500 8.500v-4h-11v11h4',
  pen: 'M5 19l1-4.500L16 4.500l3.500 3.500L9.500 18ZM13.500 7 17 10.500',
  undo: 'M8.500 5 4 9.500 8.500 14M4 9.500h10.500a5 5 0 0 1 0 10H9',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2',
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
