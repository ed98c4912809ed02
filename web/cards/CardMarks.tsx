import type { CardLook } from './card-look.ts';

/** Word and icon of each mark, in their order; the smallest cards show the icon, on a 16 px grid, without the word. */
const MARKS = {
  isSelected: ['Selected', 'M2.2 8.6 6.3 12.7 14 4.1'],
  isDragged: [
    'Moving',
    'M8 1.5v13M1.5 8h13M5.8 3.7 8 1.5l2.2 2.2M5.8 12.3 8 14.5l2.2-2.2M3.7 5.8 1.5 8l2.2 2.2M12.3 5.8 14.5 8l-2.2 2.2',
  ],
  isListed: ['Listed', 'M1.8 8.3V1.8h6.5l6 6-6.5 6.5ZM5 5h.01'],
  isLocked: ['Locked', 'M3 7.2h10v7H3ZM5 7V4.8a3 3 0 0 1 6 0V7'],
  isRegistered: [
    'Registered',
    'M1.5 4.5h13v2.3a1.3 1.3 0 0 0 0 2.5v2.3h-13V9.3a1.3 1.3 0 0 0 0-2.5ZM9.5 6v4',
  ],
  isStale: ['Stale', 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 4.5V8.3l2.6 1.7'],
} as const;

const DISABLED = 'M3.6 3.6 12.4 12.4M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4';

/** The states of a card as words with an icon, so that none depends on colour. */
export function CardMarks({ look }: { look: CardLook }) {
  const shown = Object.entries(MARKS).filter(([state]) => look[state as keyof typeof MARKS]);
  return (
    <>
      {shown.length > 0 && (
        <span className="card-marks">
          {shown.map(([state, [word, path]]) => (
            <span key={state} className="card-mark" data-mark={word}>
              <Glyph path={path} />
              <span>{word}</span>{' '}
            </span>
          ))}
        </span>
      )}
      {look.disabledReason !== undefined && (
        <span className="card-reason">
          <Glyph path={DISABLED} />
          <span>{look.disabledReason}</span>
        </span>
      )}
    </>
  );
}

function Glyph({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path d={path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
