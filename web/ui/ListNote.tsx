import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import './list-note.css';

interface ListNoteProps {
  icon: IconName;
  title: string;
  /** What it means, or what to do about it. */
  help: string;
  /** A list that did not come: told at once, with a way to ask again. */
  retry?: { label: string; onRetry: () => void };
}

/** Stands in place of a list: it is empty, or it did not come. */
export function ListNote({ icon, title, help, retry }: ListNoteProps) {
  const isFault = retry !== undefined;
  return (
    <div className="list-note" {...(isFault && { role: 'alert' })}>
      <Icon
        name={icon}
        size={isFault ? '3rem' : '3.5rem'}
        className={isFault ? 'text-warn' : 'text-ki'}
      />
      <p className="display text-heading">{title}</p>
      <p className="text-dim">{help}</p>
      {retry && (
        <Button size="sm" onClick={retry.onRetry}>
          {retry.label}
        </Button>
      )}
    </div>
  );
}
