import { Curtain } from './Curtain.tsx';
import { curtains } from './texts.ts';

export default function BattlePage() {
  return <Curtain ki="inferno" {...curtains.battle} />;
}
