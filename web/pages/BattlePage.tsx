import { Page } from '#web/app/Page.tsx';

export default function BattlePage() {
  return (
    <Page title="Battle" ki="eter">
      <h1 className="display text-title">Battle</h1>
    </Page>
  );
}
