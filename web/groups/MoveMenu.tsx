import { useMemo } from 'react';
import type { Nft } from '#contract/cards.ts';
import { formatCount } from '#rules/amounts.ts';
import { GROUPS_MAX, UNORGANIZED } from '#rules/groups.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import { NEW_GROUP } from './GroupRail.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

/** Sends cards to another wallet. */
export interface Sending {
  /** The item of a card's menu, disabled with a reason; the menu sets its id and icon. */
  itemFor(card: Nft): Omit<MenuItem, 'id' | 'icon'>;
  begin(card: Nft): void;
}

/** Never the id of a group: those have no spaces. */
const SEND = 'send card';

interface MoveMenuProps {
  organiser: OrganiserModel;
  anchor: Element;
  cardIds: readonly string[];
  /** @param groupId a group, or NEW_GROUP */
  onMove: (groupId: string) => void;
  /** Shown below the groups when the menu is for one card; null for several. */
  send: ReturnType<Sending['itemFor']> | null;
  onSend: () => void;
  onClose: () => void;
}

export function MoveMenu(props: MoveMenuProps) {
  const { organiser, anchor, cardIds, onMove, send, onSend, onClose } = props;
  const { groups, nameOf } = organiser;
  const items = useMemo((): MenuItem[] => {
    const targets = groups.map(({ id, name, cardIds: held }): MenuItem => {
      const isHere = cardIds.every((card) => held.includes(card));
      return {
        id,
        label: name,
        note: isHere ? texts.menu.here : formatCount(held.length),
        isDisabled: isHere,
        startsPart: id === UNORGANIZED && groups.length > 1,
      };
    });
    const isFull = groups.length > GROUPS_MAX;
    const icon = <Icon name="plus" size="1rem" />;
    const fresh = { id: NEW_GROUP, label: texts.menu.newGroup, icon, startsPart: true };
    const moves = [...targets, { ...fresh, isDisabled: isFull }];
    if (send === null) return moves;
    const sendIcon = <Icon name="send" size="1rem" />;
    return [...moves, { ...send, id: SEND, icon: sendIcon, startsPart: true }];
  }, [groups, cardIds, send]);
  const label =
    cardIds.length === 1 ? texts.menu.one(nameOf(cardIds)) : texts.menu.many(cardIds.length);
  const onPick = (id: string) => (id === SEND ? onSend() : onMove(id));
  return <Menu anchor={anchor} label={label} items={items} onPick={onPick} onClose={onClose} />;
}
