import { Page } from '#web/app/Page.tsx';

export default function NotFoundPage() {
  return (
    <Page title="NotFound" ki="eter">
      <h1 className="display text-title">NotFound</h1>
    </Page>
  );
}
