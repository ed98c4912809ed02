import type { Move } from '#rules/battle/deck.ts';
import type { Ki } from '#rules/genesis.ts';

/** One path per Ki on a 24 px grid; even-odd, so that inner shapes are holes. Readable at 16 px. */
const SIGILS: Record<Ki, string> = {
  sui: 'M12 .8C8.7 5.6 4.6 9.8 4.6 14.9a7.4 7.4 0 0 0 14.8 0C19.4 9.8 15.3 5.6 12 .8ZM6.7 15.6c1.8-1.9 3.5-1.9 5.3-.5s3.5 1.4 5.3-.2c0 .9-.1 1.7-.4 2.4-1.7 1-3.3.7-4.9-.4s-3.2-1.2-4.8.3c-.3-.5-.5-1-.5-1.6Z',
  inferno:
    'M13.1.6c.6 3.9 2.9 5.6 4.7 8.3 1.2 1.8 2 3.6 2 5.9a7.8 7.8 0 0 1-15.6 0c0-2.7 1.2-4.9 3-6.7.3 1.7.9 2.7 2 3.3-.3-4 .8-7.8 3.9-10.8ZM12.3 13c-1.9 1.6-3 3-3 4.8a2.9 2.9 0 0 0 5.8 0c0-1.8-1.3-2.8-2.8-4.8Z',
  mist: 'M5.2 9.4a7 7 0 0 1 13.6 0ZM1.9 11.5h15.2a1.5 1.5 0 0 1 0 3H1.9a1.5 1.5 0 0 1 0-3ZM7.6 16.2h14.5a1.5 1.5 0 0 1 0 3H7.6a1.5 1.5 0 0 1 0-3ZM3.6 20.9h10.8a1.5 1.5 0 0 1 0 3H3.6a1.5 1.5 0 0 1 0-3Z',
  void: 'M11.4 1.3a10.8 10.8 0 1 0 11.3 12.9 8.6 8.6 0 1 1-11.3-12.9ZM16.8 2.2c.7 3.7 1.5 4.5 5.2 5.2-3.7.7-4.5 1.5-5.2 5.2-.7-3.7-1.5-4.5-5.2-5.2 3.7-.7 4.5-1.5 5.2-5.2Z',
  eter: 'M12 0l1.9 6.6 4.3-2.8-2.8 4.3L24 12l-8.6 3.9 2.8 4.3-4.3-2.8L12 24l-1.9-6.6-4.3 2.8 2.8-4.3L0 12l8.6-3.9-2.8-4.3 4.3 2.8ZM12 9.1a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8Z',
};

const HANDS: Record<Move, string> = {
  rock: 'M3.6 7.9a1.9 1.9 0 0 1 3.8 0v3.4h-3.8ZM8.2 6.4a1.9 1.9 0 0 1 3.8 0v4.9h-3.8ZM12.8 6.4a1.9 1.9 0 0 1 3.8 0v4.9h-3.8ZM17.4 7.9a1.9 1.9 0 0 1 3.8 0v5.4h-3.8ZM3.6 12.3h11.2a2.2 2.2 0 0 1 0 4.4h-4.3v1.1h5.1c1.5-.6 2.4-1.7 2.6-3.2h3c0 3.1-1.3 5-3.2 6.2v2.4H7.2v-2.6c-2.3-1.6-3.6-3.7-3.6-6.6Z',
  paper:
    'M5.3 6.5a1.7 1.7 0 0 1 3.4 0v6h.8V3a1.7 1.7 0 0 1 3.4 0v9.5h.8V4a1.7 1.7 0 0 1 3.4 0v9h.8V7.3a1.6 1.6 0 0 1 3.2 0v8.5c0 4.6-3 7.4-7.1 7.4-3.4 0-5.3-1.5-7-4.4L2.7 12.9c-.5-.9-.2-1.9.6-2.3.8-.5 1.6-.2 2 .4Z',
  scissors:
    'M6.1 2.5a1.8 1.8 0 0 1 3.5-.9l2.3 8.9.3-.1 3.3-8.6a1.8 1.8 0 0 1 3.4 1.3l-3.6 9.5H8.6ZM3.7 14.5c0-.9.7-1.6 1.6-1.6h7.3a2 2 0 0 1 0 4H9.7v1.1h4.6c1.3-.7 2-1.7 2.1-3.1l.1-1.3a1.7 1.7 0 0 1 3.4.2l-.1 2.2c-.2 3.8-2.7 7-6.9 7-5.3 0-9.2-3.6-9.2-8.5Z',
};

/** The icon of a Ki. Decoration: the name is written or announced elsewhere. */
export function KiSigil({ ki, className }: { ki: Ki; className?: string }) {
  return <FilledIcon path={SIGILS[ki]} className={className} />;
}

/** A hand sign. Decoration: the word stands beside it or is read elsewhere. */
export function MoveIcon({ move }: { move: Move }) {
  return <FilledIcon path={HANDS[move]} />;
}

/** In the text colour, 1em high. */
function FilledIcon({ path, className }: { path: string; className?: string | undefined }) {
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
      <path d={path} />
    </svg>
  );
}
