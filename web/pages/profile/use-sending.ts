import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import type { Transfer } from '#contract/transfers.ts';
import type { Address } from '#rules/address.ts';
import { outcomeWords, texts } from '#web/transfers/texts.ts';
import { whyNotSent } from '#web/transfers/transfer-flow.ts';
import { useTransfer } from '#web/transfers/use-transfer.ts';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { toast } from '#web/ui/toasts.ts';
import { connection, useConnection } from '#web/wallet/page-connection.ts';
import {
  canSignTransactions,
  signTransaction,
  TransactionChangedError,
} from '#web/wallet/sign-transaction.ts';
import { entryQueries } from '#web/whitelist/queries.ts';
import { ownQueries, sharedQueries } from '../wallet-queries.ts';

/** The item 'Send card' of a card's menu, and its transfer. */
export function useSending(address: Address) {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const canSign = canSignTransactions(useConnection());

  const onOver = useCallback(
    (transfer: Transfer, card: Nft) => {
      const { title, text } = outcomeWords(card, transfer);
      toast({ title, description: text, isDestructive: transfer.status !== 'done' });
      for (const queryKey of changedBy(address)) void queries.invalidateQueries({ queryKey });
    },
    [queries, address],
  );
  const model = useTransfer({
    address,
    sign: (transaction) => signTransaction(connection.get(), transaction),
    problemOf: (error) =>
      error instanceof TransactionChangedError ? texts.changed : texts.rejected,
    onOver,
  });
  const isBusy = model.isFollowing;

  // The page was left during a transfer: its data is loaded again after coming back.
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      for (const queryKey of changedBy(address)) {
        void queries.invalidateQueries({ queryKey, refetchType: 'none' });
      }
    };
  }, [queries, address, isBusy]);

  return {
    model,
    isOpen,
    close: () => setIsOpen(false),

    /** The menu item of a card; disabled with a reason. */
    itemFor: useCallback(
      (card: Nft): Omit<MenuItem, 'id' | 'icon'> => {
        const reason = whyNotSent(card, { canSign, isBusy });
        return {
          label: texts.item,
          ...(reason === null ? {} : { note: reason, isDisabled: true }),
        };
      },
      [canSign, isBusy],
    ),

    begin(card: Nft): void {
      model.begin(card);
      setIsOpen(true);
    },
  };
}

const changedBy = (address: Address) => [
  ...ownQueries(address),
  ...sharedQueries,
  ...entryQueries(address),
];
