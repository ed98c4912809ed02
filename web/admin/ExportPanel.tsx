import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPORT_FORMATS, type ExportFormat } from '#rules/whitelist-export.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Problem } from '#web/ui/Problem.tsx';
import { totalsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useExport } from './use-export.ts';
import './export.css';

interface ExportPanelProps {
  /** The filter of the whole page: figures, list, files and addresses. */
  isHeldOnly: boolean;
  onHeldOnly: (isHeldOnly: boolean) => void;
}

export function ExportPanel({ isHeldOnly, onHeldOnly }: ExportPanelProps) {
  const { data: totals } = useQuery(totalsQuery);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const { loaded, problem, forget, download, copy, cancel } = useExport(isHeldOnly);
  const lapsed = totals === undefined ? 0 : totals.registrations - totals.heldRegistrations;
  const words = texts.export;
  return (
    <section className="export" aria-labelledby="export-title">
      <h2 id="export-title" className="display text-heading">
        {words.title}
      </h2>
      <fieldset className="export-formats">
        <legend className="visually-hidden">{words.format}</legend>
        {EXPORT_FORMATS.map((one) => (
          <label key={one} className="export-format">
            <input
              type="radio"
              name="format"
              value={one}
              checked={format === one}
              onChange={() => {
                setFormat(one);
                forget();
              }}
            />
            <span className="export-name">{one}</span>
            <span className="export-use">{words.formats[one]}</span>
          </label>
        ))}
      </fieldset>
      <div className="actions export-acts">
        <Button look="primary" disabled={loaded !== null} onClick={() => download(format)}>
          <Icon name="download" />
          {words.download}
        </Button>
        <Button disabled={loaded !== null} onClick={copy}>
          <Icon name="copy" />
          {words.copy}
        </Button>
        <p id="export-lapsed" className="export-lapsed tabular" data-some={lapsed > 0 || undefined}>
          {lapsed > 0 && <Icon name="alert" />}
          <span>{totals !== undefined && words.lapsed(lapsed, totals.registrations)}</span>
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isHeldOnly}
        aria-describedby="export-lapsed"
        className="export-switch"
        disabled={loaded !== null}
        onClick={() => {
          onHeldOnly(!isHeldOnly);
          forget();
        }}
      >
        <span aria-hidden="true" className="export-track" />
        {words.heldOnly}
      </button>
      {/* Always rendered, so that nothing moves when it gets a text. */}
      <div className="export-note">
        {loaded === null && problem === null && (
          <p className="text-small text-dim">{words.holds[format]}</p>
        )}
        {loaded !== null && (
          <p role="status" className="row row-ends export-work">
            <span className="tabular">
              {words.reading(
                loaded,
                isHeldOnly ? totals?.heldRegistrations : totals?.registrations,
              )}
            </span>
            <Button look="plain" size="sm" onClick={cancel}>
              {words.cancel}
            </Button>
          </p>
        )}
        <Problem words={loaded === null ? problem : null} className="export-problem" />
      </div>
    </section>
  );
}
