import { useState } from 'react';
import { EntryList } from '#web/admin/EntryList.tsx';
import { ExportPanel } from '#web/admin/ExportPanel.tsx';
import { RoundPanel } from '#web/admin/RoundPanel.tsx';
import { Totals } from '#web/admin/Totals.tsx';
import { texts } from '#web/admin/texts.ts';
import { Verdicts } from '#web/admin/Verdicts.tsx';
import { settings } from '#web/api/settings.ts';
import { Page } from '#web/frame/Page.tsx';
import { useCollector } from '#web/frame/use-collector.ts';
import '#web/admin/admin.css';

/**
 * The whitelist, for the admin of the mint. Open to everybody, because all of it is public (W5); actions are
 * shown only to the admin's wallet, and checked by the server.
 */
export default function AdminPage() {
  const address = useCollector()?.address ?? null;
  const isAdmin = address !== null && address === settings().adminWallet;
  const [isHeldOnly, setHeldOnly] = useState(false);
  return (
    <Page title={texts.title}>
      <div className="wrap admin">
        <header className="admin-head">
          <p className="eyebrow">{texts.eyebrow}</p>
          <h1 className="display text-title">{texts.title}</h1>
          <p className="text-lead text-dim">{texts.lead}</p>
        </header>
        <Totals isHeldOnly={isHeldOnly} />
        <div className="admin-panels panel-lit">
          <ExportPanel isHeldOnly={isHeldOnly} onHeldOnly={setHeldOnly} />
          <Verdicts isAdmin={isAdmin} />
        </div>
        <RoundPanel isAdmin={isAdmin} />
        <EntryList isHeldOnly={isHeldOnly} />
      </div>
    </Page>
  );
}
