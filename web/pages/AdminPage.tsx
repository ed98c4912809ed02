import { Curtain } from './Curtain.tsx';
import { curtains } from './texts.ts';

export default function AdminPage() {
  return <Curtain ki="mist" {...curtains.admin} />;
}
