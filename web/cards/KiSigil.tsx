import type { Ki } from '#rules/genesis.ts';

/** One path per Ki on a 24 px grid; even-odd, so that inner shapes are holes. Readable at 16 px. */
const SIGILS: Record<Ki, string> = {
  sui: 'M12 .8C8.7 5.6 4.6 9.8 4.6 14.9a7.4 7.4 0 0 0 14.8 0C19.4 9.8 15.3 5.6 12 .8ZM6.7 15.6c1.8-1.9 3.5-1.9 5.3-.5s3.5 1.4 5.3-.2c0 .9-.1 1.7-.4 2.4-1.7 1-3.3.7-4.9-.4s-3.2-1.2-4.8.3c-.3-.5-.5-1-.5-1.600Z',
  inferno:
    'M13.1.6c.6 3.9 2.9 5.6 4.7 8.3 1.2 1.8 2 3.6 2 5.900a7.8 7.8 0 0 1-15.6 0c0-2.7 1.2-4.9 3-6.7.3 1.7.9 2.7 2 3.3-.3-4 .8-7.8 3.9-10.800ZM12.3 13c-1.9 1.6-3 3-3 4.800a2.9 2.9 0 0 0 5.8 0c0-1.8-1.3-2.8-2.8-4.800Z',
  mist: 'M5.2 9.400a7 7 0 0 1 13.6 0ZM1.9 11.500h15.200a1.5 1.5 0 0 1 0 3H1.900a1.5 1.5 0 0 1 0-3ZM7.6 16.200h14.500a1.5 1.5 0 0 1 0 3H7.600a1.5 1.5 0 0 1 0-3ZM3.6 20.900h10.800a1.5 1.5 0 0 1 0 3H3.600a1.5 1.5 0 0 1 0-3Z',
  void: 'M11.4 1.300a10.8 10.8 0 1 0 11.3 12.9 8.6 8.6 0 1 1-11.3-12.900ZM16.8 2.200c.7 3.7 1.5 4.5 5.2 5.2-3.7.7-4.5 1.5-5.2 5.2-.7-3.7-1.5-4.5-5.2-5.2 3.7-.7 4.5-1.5 5.2-5.200Z',
  eter: 'M12 0l1.9 6.6 4.3-2.8-2.8 4.300L24 12l-8.6 3.9 2.8 4.3-4.3-2.800L12 24l-1.9-6.6-4.3 2.8 2.8-4.300L0 12l8.6-3.9-2.8-4.3 4.3 2.800ZM12 9.100a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.800Z',
};

/** The icon of a Ki in the text colour, 1em high. Decoration: the name is written or announced elsewhere. */
export function KiSigil({ ki, className }: { ki: Ki; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1em"
      height="1em"
      fill="currentColor"
      fillRule="evenodd"
      className={className}
      aria-hidden="true"
    >
      <path d={SIGILS[ki]} />
    </svg>
  );
}
