/** Rock, paper, scissors. */
export type Move = 'rock' | 'paper' | 'scissors';

/** Hands on a 24 px grid. */
const HANDS: Record<Move, string> = {
  rock: 'M3.6 7.900a1.9 1.9 0 0 1 3.8 0v3.400h-3.800ZM8.2 6.400a1.9 1.9 0 0 1 3.8 0v4.900h-3.800ZM12.8 6.400a1.9 1.9 0 0 1 3.8 0v4.900h-3.800ZM17.4 7.900a1.9 1.9 0 0 1 3.8 0v5.400h-3.800ZM3.6 12.300h11.200a2.2 2.2 0 0 1 0 4.400h-4.300v1.100h5.100c1.5-.6 2.4-1.7 2.6-3.200h3c0 3.1-1.3 5-3.2 6.200v2.400H7.200v-2.600c-2.3-1.6-3.6-3.7-3.6-6.600Z',
  paper:
    'M5.3 6.500a1.7 1.7 0 0 1 3.4 0v6h.8V3a1.7 1.7 0 0 1 3.4 0v9.500h.8V4a1.7 1.7 0 0 1 3.4 0v9h.8V7.300a1.6 1.6 0 0 1 3.2 0v8.500c0 4.6-3 7.4-7.1 7.4-3.4 0-5.3-1.5-7-4.400L2.7 12.900c-.5-.9-.2-1.9.6-2.3.8-.5 1.6-.2 2 .4Z',
  scissors:
    'M6.1 2.500a1.8 1.8 0 0 1 3.5-.9l2.3 8.9.3-.1 3.3-8.600a1.8 1.8 0 0 1 3.4 1.300l-3.6 9.500H8.600ZM3.7 14.500c0-.9.7-1.6 1.6-1.600h7.300a2 2 0 0 1 0 4H9.700v1.100h4.600c1.3-.7 2-1.7 2.1-3.100l.1-1.300a1.7 1.7 0 0 1 3.4.2l-.1 2.200c-.2 3.8-2.7 7-6.9 7-5.3 0-9.2-3.6-9.2-8.500Z',
};

/** A hand sign: decoration in the text colour, 1em high; the word stands beside it or is read elsewhere. */
export function MoveIcon({ move, className }: { move: Move; className?: string | undefined }) {
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
      <path d={HANDS[move]} />
    </svg>
  );
}
