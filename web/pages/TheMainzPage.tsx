import { Page } from '#web/app/Page.tsx';

export default function TheMainzPage() {
  return (
    <Page title="TheMainz" ki="eter">
      <h1 className="display text-title">TheMainz</h1>
    </Page>
  );
}
