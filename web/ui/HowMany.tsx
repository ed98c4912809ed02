import { useState } from 'react';
import './how-many.css';

interface HowManyProps {
  /** Read by screen readers alone; `note` is what is seen. */
  label: string;
  count: number;
  least: number;
  most: number;
  /** Behind the field, 'of 300'. */
  note: string;
  /** @param count a whole number within the bounds */
  onCount: (count: number) => void;
}

/** A field for a count; every valid number counts while it is typed. */
export function HowMany(props: HowManyProps) {
  const { label, count, least, most, note, onCount } = props;
  /** What is being typed; it may be no number for a moment. */
  const [text, setText] = useState<string | null>(null);
  return (
    <label className="how-many tabular strong">
      <input
        type="number"
        inputMode="numeric"
        className="field"
        min={least}
        max={most}
        value={text ?? count}
        aria-label={label}
        onChange={(event) => {
          setText(event.target.value);
          const wanted = event.target.valueAsNumber;
          if (Number.isInteger(wanted) && wanted >= least) onCount(Math.min(wanted, most));
        }}
        onBlur={() => setText(null)}
      />
      <span>{note}</span>
    </label>
  );
}
