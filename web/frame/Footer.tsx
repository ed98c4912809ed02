import { brand, texts } from './texts.ts';

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap footer-row">
        <p className="display text-large">{brand}</p>
        <p className="text-dim">{texts.footer.line}</p>
        <p className="text-small text-mute">{texts.footer.notice}</p>
      </div>
    </footer>
  );
}
