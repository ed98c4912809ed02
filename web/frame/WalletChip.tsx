import { useQuery } from '@tanstack/react-query';
import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { balancesQuery, inFull, inShort } from '#web/wallet/balances.ts';
import { PageLink } from './PageLink.tsx';
import { texts } from './texts.ts';
import './wallet-chip.css';

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
      {/* No aria-label: voice control needs the visible text as the name. */}
      <span>
        <span className="visually-hidden">{texts.wallet} </span>
        {shortAddress(address)}
        {short !== '' && <span className="visually-hidden">, </span>}
        {/* Rendered before the balance is loaded, so that nothing moves. */}
        <span className="wallet-chip-balance" data-unknown={isError || undefined}>
          {short}
          {isError && <span className="visually-hidden"> ({unknownWhy})</span>}
        </span>
      </span>
    </PageLink>
  );
}
