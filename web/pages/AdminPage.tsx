import { Page } from '#web/app/Page.tsx';

export default function AdminPage() {
  return (
    <Page title="Admin" ki="eter">
      <h1 className="display text-title">Admin</h1>
    </Page>
  );
}
