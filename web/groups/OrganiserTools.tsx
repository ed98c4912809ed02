import { type FormEvent, useState } from 'react';
import { formatCount } from '#rules/amounts.ts';
import { GROUPS_MAX } from '#rules/groups.ts';
import { KiSigil } from '#web/cards/CardIcons.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { type Collection, type kisOf, ORDERS, type Order } from './sections.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './tools.css';

interface OrganiserToolsProps {
  organiser: OrganiserModel;
  collections: readonly Collection[];
  kis: ReturnType<typeof kisOf>;
  onAdded: (groupId: string) => void;
}

/** Filters by collection and Ki, search, sort order, and the form for a new group. */
export function OrganiserTools({ organiser, collections, kis, onAdded }: OrganiserToolsProps) {
  const { filter, setFilter } = organiser;
  return (
    <div className="tools">
      {collections.length > 1 && (
        <fieldset className="tools-filter">
          <legend className="visually-hidden">{texts.collections.label}</legend>
          <CollectionChip
            label={texts.collections.all}
            isPressed={filter.collection === null}
            onPress={() => setFilter({ collection: null })}
          />
          {collections.map(({ type, label, cards }) => (
            <CollectionChip
              key={type}
              label={label}
              count={cards}
              isPressed={filter.collection === type}
              onPress={() => setFilter({ collection: type })}
            />
          ))}
        </fieldset>
      )}
      {kis.length > 1 && (
        <fieldset className="tools-filter">
          <legend className="visually-hidden">{texts.ki.label}</legend>
          {kis.map(({ ki, cards }) => {
            const isPressed = filter.ki === ki;
            return (
              <button
                key={ki}
                type="button"
                className="chip tools-ki"
                data-ki={ki}
                aria-pressed={isPressed}
                onClick={() => setFilter({ ki: isPressed ? null : ki })}
              >
                <KiSigil ki={ki} />
                {texts.ki.names[ki]}
                <span className="tabular">{formatCount(cards)}</span>
              </button>
            );
          })}
        </fieldset>
      )}
      <div className="tools-row">
        <SearchField
          value={filter.search}
          label={texts.search.label}
          placeholder={texts.search.placeholder}
          onSearch={(search) => setFilter({ search })}
        />
        <label className="tools-order">
          <span className="visually-hidden">{texts.order.label}</span>
          <select
            className="field"
            value={filter.order}
            onChange={(event) => setFilter({ order: event.target.value as Order })}
          >
            {ORDERS.map((order) => (
              <option key={order} value={order}>
                {texts.order[order]}
              </option>
            ))}
          </select>
        </label>
        {!organiser.isReadOnly && <AddGroup organiser={organiser} onAdded={onAdded} />}
      </div>
    </div>
  );
}

function CollectionChip(props: {
  label: string;
  count?: number;
  isPressed: boolean;
  onPress: () => void;
}) {
  return (
    <button type="button" className="chip" aria-pressed={props.isPressed} onClick={props.onPress}>
      {props.label}
      {props.count !== undefined && <span className="tabular">{formatCount(props.count)}</span>}
    </button>
  );
}

function AddGroup({ organiser, onAdded }: Pick<OrganiserToolsProps, 'organiser' | 'onAdded'>) {
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
    <form className="tools-add" onSubmit={add}>
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
