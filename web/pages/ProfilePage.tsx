import { Page } from '#web/app/Page.tsx';

export default function ProfilePage() {
  return (
    <Page title="Profile" ki="eter">
      <h1 className="display text-title">Profile</h1>
    </Page>
  );
}
