interface ProblemProps {
  /** Null while all is well: then there is nothing. */
  words: string | null;
  id?: string;
  className?: string;
}

/** What went wrong, said at once and standing beside its control. */
export function Problem({ words, id, className = '' }: ProblemProps) {
  if (words === null) return null;
  return (
    <p id={id} role="alert" className={`problem ${className}`}>
      {words}
    </p>
  );
}
