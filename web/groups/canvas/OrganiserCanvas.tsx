import { type RefObject, useId, useMemo } from 'react';
import { GroupHead } from '#web/groups/GroupHead.tsx';
import { texts } from '#web/groups/texts.ts';
import { isOwnGroup, type OrganiserModel } from '#web/groups/use-organiser.ts';
import { CardTile } from './CardTile.tsx';
import type { Cursor } from './directions.ts';
import { GridPart } from './GridPart.tsx';
import { type Layout, tileBox, type VisibleRows, visibleRowsBetween } from './geometry.ts';
import { type Band, useBand } from './measures.ts';
import type { Section } from './sections.ts';
import { cardsOfTile } from './stacks.ts';
import '#web/groups/groups.css';

interface OrganiserCanvasProps {
  organiser: OrganiserModel;
  layout: Layout;
  canvas: RefObject<HTMLDivElement | null>;
  /** What is near the screen, until it is measured. */
  firstBand: Band;
  mark: RefObject<HTMLDivElement | null>;
  cursor: Cursor | null;
  dragged: ReadonlySet<string>;
  /** Just dropped: they play the landing animation. */
  landed: ReadonlySet<string>;
  isStale: boolean;
  registered: ReadonlySet<string>;
  onGroupMenu: (section: Section, anchor: Element) => void;
}

/** The groups and their cards, virtualised: only rows near the screen are in the document. */
export function OrganiserCanvas(props: OrganiserCanvasProps) {
  const { layout, canvas, cursor } = props;
  const band = useBand(canvas, props.firstBand);
  const visible = useMemo(() => visibleRowsBetween(layout, band.top, band.bottom), [layout, band]);
  const drawn = withCursor(layout, visible, cursor);
  const rowsBefore = useMemo(() => rowNumbers(layout), [layout]);
  const helpId = useId();

  return (
    <>
      <p id={helpId} hidden>
        {texts.card.help}
      </p>
      <GridPart
        ref={canvas}
        role="grid"
        className="canvas"
        aria-label={texts.grid}
        aria-multiselectable="true"
        aria-rowcount={rowsBefore.total}
        aria-colcount={layout.metrics.columns}
        style={{ height: layout.height }}
      >
        {drawn.map(({ box, rows }) => (
          <GroupPart
            key={box.section.id}
            {...props}
            box={box}
            rows={rows}
            firstRow={rowsBefore.of.get(box.section.id) ?? 0}
            helpId={helpId}
          />
        ))}
        <div ref={props.mark} role="presentation" className="drop-mark" hidden />
      </GridPart>
    </>
  );
}

interface GroupPartProps extends OrganiserCanvasProps, VisibleRows {
  firstRow: number;
  helpId: string;
}

function GroupPart(props: GroupPartProps) {
  const { organiser, layout, cursor, box, rows, firstRow } = props;
  const { section } = box;
  const { metrics } = layout;
  const isHere = cursor?.groupId === section.id;
  return (
    <GridPart
      role="rowgroup"
      className="group"
      data-rest={!isOwnGroup(section.id) || undefined}
      // Not a transform: the sticky head needs the group's real position in the layout.
      style={{ top: box.top, height: box.height }}
    >
      <GroupHead
        organiser={organiser}
        section={section}
        isCurrent={isHere && cursor.cardId === null}
        rowIndex={firstRow + 1}
        columns={metrics.columns}
        onMenu={(anchor) => props.onGroupMenu(section, anchor)}
      />
      {box.rows === 0 && !section.isCollapsed && (
        <GridPart role="row" className="group-empty" aria-rowindex={firstRow + 2}>
          <GridPart role="gridcell" aria-colspan={metrics.columns} className="group-empty-cell">
            {emptyWords(section, organiser.isReadOnly)}
          </GridPart>
        </GridPart>
      )}
      {rows.map((row) => (
        <GridPart
          key={row}
          role="row"
          className="group-row"
          aria-rowindex={firstRow + 2 + row}
          style={{
            transform: `translateY(${box.rowsTop - box.top + row * (metrics.tileHeight + metrics.gap)}px)`,
            ['--tile' as string]: `${metrics.tileWidth}px`,
            ['--tile-height' as string]: `${metrics.tileHeight}px`,
          }}
        >
          {section.tileIds
            .slice(row * metrics.columns, (row + 1) * metrics.columns)
            .map((id, column) => {
              const nft = organiser.cards.get(id);
              if (nft === undefined) return null;
              const shown = cardsOfTile(section, id);
              return (
                <CardTile
                  key={id}
                  nft={nft}
                  column={column}
                  left={tileBox(layout, box, column).left}
                  stack={section.stacks.get(id)}
                  selected={countIn(organiser.selection.ids, shown)}
                  isDragged={countIn(props.dragged, shown) === shown.length}
                  isLanded={props.landed.has(id)}
                  isStale={props.isStale}
                  isRegistered={props.registered.has(id)}
                  isReadOnly={organiser.isReadOnly}
                  isCurrent={isHere && cursor.cardId === id}
                  helpId={props.helpId}
                />
              );
            })}
        </GridPart>
      ))}
    </GridPart>
  );
}

function emptyWords({ id, total }: Section, isReadOnly: boolean): string {
  if (total > 0) return texts.group.emptyFiltered;
  if (isReadOnly) return texts.group.emptyReadOnly;
  return isOwnGroup(id) ? texts.group.emptyOwn : texts.group.emptyRest;
}

const countIn = (ids: ReadonlySet<string>, some: readonly string[]) =>
  some.reduce((count, id) => (ids.has(id) ? count + 1 : count), 0);

/** Adds the row of the cursor, however far away: removing the focused element would lose the focus. */
function withCursor(
  layout: Layout,
  visible: readonly VisibleRows[],
  cursor: Cursor | null,
): readonly VisibleRows[] {
  const box = layout.boxes.find(({ section }) => section.id === cursor?.groupId);
  if (box === undefined || cursor === null) return visible;
  const index = cursor.cardId === null ? -1 : box.section.tileIds.indexOf(cursor.cardId);
  const isShown = index !== -1 && !box.section.isCollapsed;
  const row = isShown ? Math.floor(index / layout.metrics.columns) : null;
  const rows = row === null ? [] : [row];
  if (!visible.some((one) => one.box === box)) return [...visible, { box, rows }];
  return visible.map((one) =>
    one.box === box ? { box, rows: [...new Set([...one.rows, ...rows])] } : one,
  );
}

/** Number of grid rows above each group, for aria-rowindex: heads and the lines of empty groups count. */
function rowNumbers(layout: Layout): { of: ReadonlyMap<string, number>; total: number } {
  const of = new Map<string, number>();
  let total = 0;
  for (const { section, rows } of layout.boxes) {
    of.set(section.id, total);
    total += 1 + (section.isCollapsed ? 0 : Math.max(1, rows));
  }
  return { of, total };
}
