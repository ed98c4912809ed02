import type { CardLook } from './card-look.ts';

/** Icons of the marks on a 16 px grid; the smallest cards show them without the word. */
const GLYPHS = {
  selected: 'M2.2 8.6 6.3 12.7 14 4.1',
  disabled: 'M3.6 3.6 12.4 12.4M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4',
  dragged:
    'M8 1.5v13M1.5 8h13M5.8 3.7 8 1.5l2.2 2.2M5.8 12.3 8 14.5l2.2-2.2M3.7 5.8 1.5 8l2.2 2.2M12.3 5.8 14.5 8l-2.2 2.2',
  listed: 'M1.8 8.3V1.8h6.5l6 6-6.5 6.5ZM5 5h.01',
  locked: 'M3 7.2h10v7H3ZM5 7V4.8a3 3 0 0 1 6 0V7',
  registered: 'M1.5 4.5h13v2.3a1.3 1.3 0 0 0 0 2.5v2.3h-13V9.3a1.3 1.3 0 0 0 0-2.5ZM9.5 6v4',
  stale: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 4.5V8.3l2.6 1.7',
};

type State = keyof typeof GLYPHS;

/** The states of a card as words with an icon, so that none depends on colour. */
export function CardMarks({
  isSelected,
  isDragged,
  isListed,
  isLocked,
  isRegistered,
  isStale,
  disabledReason,
}: CardLook) {
  const shown: [State, string][] = [];
  if (isSelected) shown.push(['selected', 'Selected']);
  if (isDragged) shown.push(['dragged', 'Moving']);
  if (isListed) shown.push(['listed', 'Listed']);
  if (isLocked) shown.push(['locked', 'Locked']);
  if (isRegistered) shown.push(['registered', 'Registered']);
  if (isStale) shown.push(['stale', 'Stale']);
  return (
    <>
      {shown.length > 0 && (
        <span className="card-marks">
          {shown.map(([state, word]) => (
            <span key={state} className="card-mark" data-mark={state}>
              <Glyph state={state} />
              <span>{word}</span>{' '}
            </span>
          ))}
        </span>
      )}
      {disabledReason !== undefined && (
        <span className="card-reason">
          <Glyph state="disabled" />
          <span>{disabledReason}</span>
        </span>
      )}
    </>
  );
}

function Glyph({ state }: { state: State }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path d={GLYPHS[state]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
