import { useMemo } from 'react';
import { GROUPS_MAX, UNORGANIZED } from '#rules/groups.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { NEW_GROUP } from './GroupRail.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

interface MoveMenuProps {
  organiser: OrganiserModel;
  anchor: Element;
  cardIds: readonly string[];
  /** With the id of a group, or NEW_GROUP. */
  onMove: (groupId: string) => void;
  onClose: () => void;
}

/** 'Move to...': every group, and a new one. */
export function MoveMenu({ organiser, anchor, cardIds, onMove, onClose }: MoveMenuProps) {
  const { groups, nameOf } = organiser;
  const items = useMemo((): MenuItem[] => {
    const targets = groups.map(({ id, name, cardIds: held }): MenuItem => {
      const isHere = cardIds.every((card) => held.includes(card));
      return {
        id,
        label: name,
        note: isHere ? texts.menu.here : held.length.toLocaleString('en'),
        isDisabled: isHere,
        startsPart: id === UNORGANIZED && groups.length > 1,
      };
    });
    const isFull = groups.length > GROUPS_MAX;
    const icon = <Icon name="plus" className="size-4" />;
    const fresh = { id: NEW_GROUP, label: texts.menu.newGroup, icon, startsPart: true };
    return [...targets, { ...fresh, isDisabled: isFull }];
  }, [groups, cardIds]);
  const label =
    cardIds.length === 1 ? texts.menu.one(nameOf(cardIds)) : texts.menu.many(cardIds.length);
  return <Menu anchor={anchor} label={label} items={items} onPick={onMove} onClose={onClose} />;
}
