import { Button } from './Button.tsx';
import { Icon, type IconName } from './Icon.tsx';
import './list-note.css';

interface ListNoteProps {
  icon: IconName;
  title: string;
  help: string;
  /** For a list that failed to load: makes the note an alert, with a retry button. */
  onRetry?: () => void;
}

/** Shown in place of a list that is empty or failed to load. */
export function ListNote({ icon, title, help, onRetry }: ListNoteProps) {
  const isFault = onRetry !== undefined;
  return (
    <div className="list-note" {...(isFault && { role: 'alert' })}>
      <Icon
        name={icon}
        size={isFault ? '3rem' : '3.5rem'}
        className={isFault ? 'text-warn' : 'text-ki'}
      />
      <p className="display text-heading">{title}</p>
      <p className="text-dim">{help}</p>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
