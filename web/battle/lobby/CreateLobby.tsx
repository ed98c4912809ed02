import { type FormEvent, useId, useState } from 'react';
import { texts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { lobbyNameProblem } from './lobby-name.ts';
import type { LobbyActs } from './use-lobby-acts.ts';

/** The form that opens a lobby. */
export function CreateLobby({ acts }: { acts: LobbyActs }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useId();
  const words = texts.lobby;
  const shown = problem ?? acts.createProblem;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = lobbyNameProblem(name);
    setProblem(wrong);
    if (wrong !== null) toast(texts.toasts.error(wrong));
    else acts.create.run(name.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="battle-form">
      <label htmlFor={field} className="font-semibold">
        {words.name}
      </label>
      <input
        id={field}
        className="field"
        value={name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
        aria-invalid={shown !== null || undefined}
        aria-describedby={`${field}-problem`}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(null);
          if (acts.createProblem !== null) acts.create.reset();
        }}
      />
      <Button type="submit" look="primary" disabled={acts.create.isPending}>
        {acts.create.isPending ? words.creating : words.button}
      </Button>
      <p id={`${field}-problem`} role="alert" className="battle-problem">
        {shown}
      </p>
    </form>
  );
}
