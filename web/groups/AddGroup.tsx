import { type FormEvent, useState } from 'react';
import { GROUPS_MAX } from '#rules/groups.ts';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';

interface AddGroupProps {
  organiser: OrganiserModel;
  onAdded: (groupId: string) => void;
}

export function AddGroup({ organiser, onAdded }: AddGroupProps) {
  const [name, setName] = useState('');
  const [hasProblem, setHasProblem] = useState(false);
  const isFull = organiser.groups.length > GROUPS_MAX;

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isFull) return;
    const id = organiser.addGroup(name);
    setHasProblem(id === null);
    if (id === null) return;
    setName('');
    onAdded(id);
  };

  const problem = isFull ? texts.add.full : hasProblem ? texts.nameProblem : null;
  return (
    <form className="field-row tools-add" onSubmit={add}>
      <input
        className="field"
        value={name}
        placeholder={texts.add.name}
        aria-label={texts.add.label}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : 'add-group-problem'}
        onChange={(event) => {
          setName(event.target.value);
          setHasProblem(false);
        }}
      />
      <Button type="submit" look="primary" disabled={name.trim() === '' || isFull}>
        {texts.add.label}
      </Button>
      <Problem words={problem} id="add-group-problem" className="tools-problem" />
    </form>
  );
}
