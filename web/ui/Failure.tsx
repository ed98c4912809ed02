import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './list-note.css';

interface FailureProps {
  title?: string;
  words: string;
  retry?: string;
  onRetry: () => void;
  /** Colour of the icon; without it there is no icon. */
  sign?: 'danger' | 'warn';
  className?: string;
}

/** A bar for something that failed to load, with a retry. For a whole list see ListNote. */
export function Failure({
  title,
  words,
  retry = 'Try again',
  onRetry,
  sign,
  className = '',
}: FailureProps) {
  return (
    <div role="alert" className={`failure row ${className}`}>
      {sign && <Icon name="alert" className={`text-${sign}`} />}
      <p className="failure-words">
        {title && <strong>{title}</strong>}
        {words}
      </p>
      <Button size="sm" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}
