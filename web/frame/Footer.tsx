import { brand, texts } from './texts.ts';

export function Footer() {
  return (
    <footer className="border-t border-ink-700 bg-ink-950 pt-10 pb-24">
      <div className="wrap flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <p className="display text-2xl">{brand}</p>
        <p className="text-paper-dim">{texts.footer.line}</p>
        <p className="text-sm text-paper-mute">{texts.footer.notice}</p>
      </div>
    </footer>
  );
}
