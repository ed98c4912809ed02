import { formatCount } from '#rules/amounts.ts';
import { focusHeading } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SaveIndicator } from './saving/SaveIndicator.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './rail.css';

/** Drop target and menu item that put the cards into a new group; not an id of a group. */
export const NEW_GROUP = '+';

interface GroupRailProps {
  organiser: OrganiserModel;
  isDragging: boolean;
  /** The beginning of the cards has been scrolled past. */
  isPast: boolean;
  areToolsPinned: boolean;
  onTools: () => void;
  onJump: (groupId: string) => void;
  onRetry: () => void;
}

/**
 * All groups, always on the screen. A click scrolls to a group; during a drag each item is a drop target,
 * so that cards can be dropped into a group that is off screen.
 */
export function GroupRail(props: GroupRailProps) {
  const { organiser, isDragging, isPast, areToolsPinned, onTools, onJump, onRetry } = props;
  return (
    <div className="rail">
      {!organiser.isReadOnly && <SaveIndicator status={organiser.status} onRetry={onRetry} />}
      <nav aria-label={texts.rail} className="rail-list">
        <ul>
          {organiser.groups.map(({ id, name, cardIds }) => (
            <li key={id}>
              <button type="button" className="rail-item" data-rail={id} onClick={() => onJump(id)}>
                <bdi className="rail-name truncate">{name}</bdi>
                <span className="rail-count tabular">{formatCount(cardIds.length)}</span>
              </button>
            </li>
          ))}
          {isDragging && (
            <li>
              <span className="rail-item rail-new" data-rail={NEW_GROUP}>
                <Icon name="plus" size="1rem" />
                <span className="rail-name truncate">{texts.menu.newGroup}</span>
              </span>
            </li>
          )}
        </ul>
      </nav>
      <div className="rail-buttons">
        <button
          type="button"
          className="head-button rail-tools"
          aria-label={texts.tools}
          aria-expanded={areToolsPinned}
          onClick={onTools}
        >
          <Icon name="search" />
        </button>
        {isPast && (
          <button
            type="button"
            className="head-button"
            aria-label={texts.toTop}
            title={texts.toTop}
            onClick={toTop}
          >
            <Icon name="up" />
          </button>
        )}
      </div>
    </div>
  );
}

/** The button is gone at the top, so the focus goes to the page's heading. */
function toTop(): void {
  focusHeading(document.querySelector('main'));
  scrollTo({ top: 0, behavior: 'instant' });
}
