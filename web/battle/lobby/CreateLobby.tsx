import { type FormEvent, useId, useState } from 'react';
import { cleanLobbyName } from '#rules/battle/lobby.ts';
import { Refusal } from '#rules/refusal.ts';
import { texts as gameTexts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { useHeadingAfter } from '#web/ui/focus.ts';
import { Problem } from '#web/ui/Problem.tsx';
import { toast } from '#web/ui/toasts.ts';
import { texts } from './texts.ts';
import type { LobbyActions } from './use-lobby-actions.ts';

interface CreateLobbyProps {
  create: LobbyActions['create'];
  /** A seat is being asked for. */
  isSeeking: boolean;
}

export function CreateLobby({ create, isSeeking }: CreateLobbyProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useId();
  const shown = problem ?? create.problem;
  const form = useHeadingAfter<HTMLFormElement>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = nameProblem(name);
    setProblem(wrong);
    if (wrong !== null) toast(gameTexts.toasts.error(wrong));
    else create.run(name.trim());
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="battle-form">
      <label htmlFor={field} className="strong">
        {texts.name}
      </label>
      <input
        id={field}
        className="field"
        value={name}
        placeholder={texts.namePlaceholder}
        autoComplete="off"
        aria-invalid={problem !== null || create.isInputRefused || undefined}
        aria-describedby={`${field}-problem`}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
          if (create.problem !== null) create.reset();
        }}
      />
      <Button type="submit" look="primary" disabled={isSeeking} isBusy={create.isPending}>
        {create.isPending ? texts.creating : texts.button}
      </Button>
      <Problem id={`${field}-problem`} words={shown} />
    </form>
  );
}

function nameProblem(name: string): string | null {
  try {
    cleanLobbyName(name);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { nameRequired, nameInvalid } = texts;
    return refusal.reason === 'lobby-name-empty' ? nameRequired : nameInvalid;
  }
}
