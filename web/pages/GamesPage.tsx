import { Page } from '#web/app/Page.tsx';

export default function GamesPage() {
  return (
    <Page title="Games" ki="eter">
      <h1 className="display text-title">Games</h1>
    </Page>
  );
}
