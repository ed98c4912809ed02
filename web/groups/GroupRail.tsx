import { formatCount } from '#rules/amounts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SaveIndicator } from './SaveIndicator.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './rail.css';

/** Drop target and menu item that put the cards into a new group; not an id of a group. */
export const NEW_GROUP = '+';

interface GroupRailProps {
  organiser: OrganiserModel;
  isDragging: boolean;
  onJump: (groupId: string) => void;
  onRetry: () => void;
}

/**
 * All groups, always on the screen. A click scrolls to a group; during a drag each item is a drop target,
 * so that cards can be dropped into a group that is off screen.
 */
export function GroupRail({ organiser, isDragging, onJump, onRetry }: GroupRailProps) {
  return (
    <div className="rail">
      {!organiser.isReadOnly && <SaveIndicator status={organiser.status} onRetry={onRetry} />}
      <nav aria-label={texts.rail} className="rail-list">
        <ul>
          {organiser.groups.map(({ id, name, cardIds }) => (
            <li key={id}>
              <button type="button" className="rail-item" data-rail={id} onClick={() => onJump(id)}>
                <bdi className="rail-name">{name}</bdi>
                <span className="rail-count tabular">{formatCount(cardIds.length)}</span>
              </button>
            </li>
          ))}
          {isDragging && (
            <li>
              <span className="rail-item rail-new" data-rail={NEW_GROUP}>
                <Icon name="plus" size="1rem" />
                <span className="rail-name">{texts.menu.newGroup}</span>
              </span>
            </li>
          )}
        </ul>
      </nav>
    </div>
  );
}
