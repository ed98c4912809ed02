import { type FormEvent, useId, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { readRecipient } from '#rules/transfers.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { texts } from './texts.ts';

interface RecipientStepProps {
  card: Nft;
  isChecking: boolean;
  problem: string | null;
  onCheck: (recipient: string) => void;
}

/** First step: the recipient, as an address or a SuiNS name. */
export function RecipientStep({ card, isChecking, problem, onCheck }: RecipientStepProps) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const field = useId();
  const said = isWrong ? texts.recipientHelp : problem;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Typing mistakes are shown without a call.
    const isReadable = readRecipient(text) !== null;
    setIsWrong(!isReadable);
    if (isReadable) onCheck(text.trim());
  };
  return (
    <form className="send" onSubmit={submit} noValidate>
      <div className="send-card">
        <OwnedCard nft={card} foil="off" />
      </div>
      <div className="send-words">
        <label htmlFor={field}>{texts.recipient}</label>
        <input
          id={field}
          className="field tabular"
          value={text}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // Disabled it would lose the focus.
          readOnly={isChecking}
          aria-invalid={said !== null || undefined}
          aria-describedby={`${field}-help`}
          onChange={(event) => {
            setText(event.target.value);
            setIsWrong(false);
          }}
        />
        <p
          id={`${field}-help`}
          className={said === null ? 'text-small text-dim' : 'problem'}
          role={said === null ? undefined : 'alert'}
        >
          {said ?? texts.recipientHelp}
        </p>
        <Button type="submit" look="primary" disabled={isChecking || text.trim() === ''}>
          {isChecking ? texts.checking : texts.check}
        </Button>
      </div>
    </form>
  );
}
