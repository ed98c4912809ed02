import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toasts.ts';
import { GridPart } from './canvas/GridPart.tsx';
import type { Section } from './canvas/sections.ts';
import { texts } from './texts.ts';
import { isOwnGroup, type OrganiserModel } from './use-organiser.ts';

interface GroupHeadProps {
  organiser: OrganiserModel;
  section: Section;
  isCurrent: boolean;
  rowIndex: number;
  columns: number;
  onMenu: (anchor: Element) => void;
}

/** Name, count and controls of a group. A click on the name edits it. */
export function GroupHead(props: GroupHeadProps) {
  const { organiser, section } = props;
  const { id, name, isCollapsed } = section;
  const words = texts.group;
  const tabIndex = props.isCurrent ? 0 : -1;
  const isOwn = isOwnGroup(id);
  const canEdit = isOwn && !organiser.isReadOnly;
  return (
    <GridPart role="row" className="group-head" aria-rowindex={props.rowIndex} data-head-of={id}>
      <GridPart role="gridcell" className="group-head-cell" aria-colspan={props.columns}>
        <button
          type="button"
          className="head-button"
          data-head={id}
          tabIndex={tabIndex}
          aria-expanded={!isCollapsed}
          aria-label={words.cardsOf(name, section.total)}
          onClick={() => organiser.toggleCollapsed(id)}
        >
          <Icon name={isCollapsed ? 'next' : 'down'} />
        </button>
        {organiser.editing === id && canEdit ? (
          <NameField organiser={organiser} id={id} name={name} />
        ) : (
          <h3 className="group-name">
            {canEdit ? (
              <button
                type="button"
                className="group-name-button"
                tabIndex={tabIndex}
                onClick={() => organiser.setEditing(id)}
              >
                <span className="visually-hidden">{words.rename('')}</span>
                <bdi>{name}</bdi>
                <Icon name="pen" size="1rem" className="group-name-pen" />
              </button>
            ) : (
              <bdi>{name}</bdi>
            )}
          </h3>
        )}
        <span className="badge tabular">
          {texts.countOf(section.cardIds.length, section.total)}
        </span>
        {!organiser.isReadOnly && (
          <span className="group-head-actions">
            {isOwn && (
              <button
                type="button"
                className="head-button"
                tabIndex={tabIndex}
                aria-label={words.delete(name)}
                onClick={() => organiser.deleteGroup(id)}
              >
                <Icon name="trash" />
              </button>
            )}
            <button
              type="button"
              className="head-button"
              tabIndex={tabIndex}
              aria-haspopup="menu"
              aria-label={words.more(name)}
              onClick={(event) => props.onMenu(event.currentTarget)}
            >
              <Icon name="more" />
            </button>
          </span>
        )}
      </GridPart>
    </GridPart>
  );
}

function NameField(props: { organiser: OrganiserModel; id: string; name: string }) {
  const { organiser, id, name } = props;
  const [text, setText] = useState(name);
  const [hasProblem, setHasProblem] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const finish = () => {
    if (isDone.current) return;
    isDone.current = true;
    // The field goes away, so nothing can stand beside it.
    if (!organiser.renameGroup(id, text)) toast(texts.nameKept(name));
    organiser.setEditing(null);
  };
  /** After a key ended the editing, the focus goes back to the name. */
  const leave = () => {
    isDone.current = true;
    const row = field.current?.closest('[data-head-of]');
    row?.querySelector<HTMLElement>('[data-head]')?.focus();
    organiser.setEditing(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    // The key is for an input method. Not by `isComposing`: in Safari that is over before the Enter that ends it.
    if (event.keyCode === 229) return;
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter') {
      event.preventDefault();
      if (organiser.renameGroup(id, text)) leave();
      else setHasProblem(true);
    }
  };

  return (
    <span className="group-name-edit">
      <input
        ref={field}
        className="field"
        value={text}
        aria-label={texts.group.nameField(name)}
        aria-invalid={hasProblem || undefined}
        aria-describedby={hasProblem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setHasProblem(false);
        }}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      {hasProblem && (
        <span id={`${id}-problem`} role="alert" className="group-name-problem">
          {texts.nameProblem}
        </span>
      )}
    </span>
  );
}
