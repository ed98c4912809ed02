import type { WhitelistEntry } from '#contract/whitelist.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyAndTell } from '#web/ui/clipboard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

interface ChosenBarProps {
  chosen: readonly WhitelistEntry[];
  onClear: () => void;
}

export function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const words = texts.list;
  const copy = () => {
    const addresses = new Set(chosen.map(({ walletAddress }) => walletAddress));
    const { copy: words } = texts.acts;
    void copyAndTell([...addresses].join('\n'), {
      ...words,
      doneText: words.doneText(addresses.size),
    });
  };
  return (
    <div className="row entry-list-chosen">
      <p role="status" className="tabular">
        {words.chosen(chosen.length)}
      </p>
      <Button size="sm" onClick={copy}>
        <Icon name="copy" size="1rem" />
        {words.copyChosen}
      </Button>
      <Button look="plain" size="sm" onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
