import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { balancesQuery, inFull, inShort } from '#web/wallet/balances.ts';
import { PageLink } from './PageLink.tsx';
import { texts } from './texts.ts';

/** The connected address, short, and what coins lie there; leads to the profile. */
export function WalletChip({ address, onClick }: { address: string; onClick?: () => void }) {
  const { data, isError } = useQuery(balancesQuery(address));
  const { unknown, unknownWhy } = texts.balance;
  const [short, full] = isError
    ? [unknown, unknownWhy]
    : data === undefined
      ? ['', '']
      : [inShort(data), inFull(data)];
  return (
    <PageLink
      href="/profile"
      className="wallet-chip tabular"
      title={[address, full].filter(Boolean).join('\n')}
      onClick={onClick}
    >
      <Icon name="wallet" size="1rem" className="text-ki" />
      {/* What is written is also what is spoken: a name that differs cannot be said to the machine. */}
      <span>
        <span className="visually-hidden">{texts.wallet} </span>
        {shortAddress(address)}
        {short !== '' && <span className="visually-hidden">, </span>}
        {/* Its line stands before it is known, so that nothing moves when it comes. */}
        <span className="wallet-chip-balance" data-unknown={isError || undefined}>
          {short}
          {isError && <span className="visually-hidden"> ({unknownWhy})</span>}
        </span>
      </span>
    </PageLink>
  );
}
