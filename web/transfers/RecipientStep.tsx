import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Nft } from '#contract/cards.ts';
import { readRecipient } from '#rules/transfers.ts';
import { OwnedCard } from '#web/cards/OwnedCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { isFocusLost } from '#web/ui/focus.ts';
import { texts } from './texts.ts';

interface RecipientStepProps {
  card: Nft;
  /** What was typed before, by somebody who comes back to this step. */
  typed: string;
  isChecking: boolean;
  problem: string | null;
  /** Whether the problem is what was typed. */
  isRecipientWrong: boolean;
  onCheck: (recipient: string) => void;
}

/** First step: the recipient, as an address or a SuiNS name. */
export function RecipientStep(props: RecipientStepProps) {
  const { card, typed, isChecking, problem, isRecipientWrong, onCheck } = props;
  const [text, setText] = useState(typed);
  const [isWrong, setIsWrong] = useState(false);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  // The button that led back here took the focus with it.
  useLayoutEffect(() => {
    if (!isFocusLost()) return;
    input.current?.focus();
    input.current?.select();
  }, []);
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
        <OwnedCard nft={card} look={{ foil: 'off' }} />
      </div>
      <div className="send-words">
        <label htmlFor={field}>{texts.recipient}</label>
        <input
          ref={input}
          id={field}
          className="field tabular"
          value={text}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // Disabled it would lose the focus.
          readOnly={isChecking}
          aria-invalid={isWrong || isRecipientWrong || undefined}
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
        <Button type="submit" look="primary" disabled={text.trim() === ''} isBusy={isChecking}>
          {isChecking ? texts.checking : texts.check}
        </Button>
      </div>
    </form>
  );
}
