import { parseStructTag } from '@mysten/sui/utils';
import { checkedType } from './calls/checks.ts';
import type { MoveStruct } from './chain.ts';

/** Why no object ever has this type, though its package declares such a struct; null when it may. */
export function whyNoObject(type: string, declared: MoveStruct): string | null {
  const { address, module, name, typeParams } = parseStructTag(checkedType(type));
  const { definedIn, typeParameters } = declared;
  if (definedIn !== null && definedIn !== address) {
    return `${type} names an upgrade of its package, and the type of every card names the first: no card would be found. It is ${definedIn}::${module}::${name}`;
  }
  if (typeParams.length === typeParameters) return null;
  return `${type} has ${typeParams.length} type arguments and takes ${typeParameters}: no card would be found`;
}
