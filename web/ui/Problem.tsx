interface ProblemProps {
  words: string | null;
  id?: string;
  className?: string;
}

/** An error message beside its control, announced at once. */
export function Problem({ words, id, className = '' }: ProblemProps) {
  if (words === null) return null;
  return (
    <p id={id} role="alert" className={`problem ${className}`}>
      {words}
    </p>
  );
}
