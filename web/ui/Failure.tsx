import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './list-note.css';

interface FailureProps {
  title?: string;
  words: string;
  retry: string;
  onRetry: () => void;
  /** Colour of the sign before the words; without it there is none. */
  sign?: 'danger' | 'warn';
  className?: string;
}

/** Says in a bar that something did not come, and offers to ask again. ListNote fills a whole list's place. */
export function Failure({ title, words, retry, onRetry, sign, className = '' }: FailureProps) {
  return (
    <div role="alert" className={`failure ${className}`}>
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
