import { formatCount } from '#rules/amounts.ts';
import { toggleAll } from '#web/cards/selection.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import type { Section } from './canvas/sections.ts';
import { texts } from './texts.ts';
import { isOwnGroup, type OrganiserModel } from './use-organiser.ts';

interface GroupMenuProps {
  organiser: OrganiserModel;
  section: Section;
  anchor: Element;
  /** The group was moved up or down. */
  onShift: () => void;
  onClose: () => void;
}

export function GroupMenu({ organiser, section, anchor, onShift, onClose }: GroupMenuProps) {
  const { id, name, cardIds } = section;
  const { selection, setSelection } = organiser;
  const words = texts.group;
  const own = organiser.groups.filter((group) => isOwnGroup(group.id)).map((group) => group.id);
  const at = own.indexOf(id);
  const hasAll = cardIds.length > 0 && cardIds.every((card) => selection.ids.has(card));

  const shift = (by: -1 | 1) => {
    organiser.shiftGroup(id, by);
    onShift();
  };

  const acts: Readonly<Record<string, () => void>> = {
    select: () => setSelection(toggleAll(selection, cardIds)),
    rename: () => organiser.setEditing(id),
    up: () => shift(-1),
    down: () => shift(1),
    delete: () => organiser.deleteGroup(id),
  };
  const icon = (glyph: Parameters<typeof Icon>[0]['name']) => <Icon name={glyph} size="1rem" />;
  const items: MenuItem[] = [
    {
      id: 'select',
      label: hasAll ? words.selectNone : words.selectAll,
      icon: icon('check'),
      note: formatCount(cardIds.length),
      isDisabled: cardIds.length === 0,
    },
  ];
  if (isOwnGroup(id)) {
    items.push(
      { id: 'rename', label: words.renameItem, icon: icon('pen'), startsPart: true },
      { id: 'up', label: words.up, icon: icon('up'), isDisabled: at === 0 },
      { id: 'down', label: words.down, icon: icon('down'), isDisabled: at === own.length - 1 },
      { id: 'delete', label: words.deleteItem, icon: icon('trash'), startsPart: true },
    );
  }
  const onPick = (act: string) => {
    onClose();
    if (anchor instanceof HTMLElement && act !== 'rename') anchor.focus({ preventScroll: true });
    acts[act]?.();
  };
  return (
    <Menu
      anchor={anchor}
      label={words.more(name)}
      items={items}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
