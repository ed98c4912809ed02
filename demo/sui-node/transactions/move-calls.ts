import { canonicalAddress, canonicalType, ID_TYPE } from '../ledger/move-types.ts';
import { ExecutionError } from './failures.ts';
import type { MoveFunction, MoveParameter } from './move-function.ts';
import { KIOSK_FUNCTIONS, TRANSFER_FUNCTIONS } from './move-functions.ts';
import { type Argument, badArgument, type Use, type Value, type Values } from './values.ts';
import type { Workspace } from './workspace.ts';

const FUNCTIONS = new Map<string, MoveFunction>();
for (const fn of [...TRANSFER_FUNCTIONS, ...KIOSK_FUNCTIONS]) {
  FUNCTIONS.set(`${fn.package}::${fn.module}::${fn.name}`, fn);
}

export function findMoveFunction(
  packageId: string,
  module: string,
  name: string,
): MoveFunction | undefined {
  return FUNCTIONS.get(`${canonicalAddress(packageId)}::${module}::${name}`);
}

/** Checks the arguments of a Move call against the signature and runs it. */
export function callMoveFunction(
  space: Workspace,
  values: Values,
  call: {
    package: string;
    module: string;
    function: string;
    typeArguments: string[];
    arguments: Argument[];
  },
): Value[] {
  const fn = findMoveFunction(call.package, call.module, call.function);
  if (fn === undefined) throw new ExecutionError({ FunctionNotFound: true });
  if (call.typeArguments.length !== fn.typeParameters.length) {
    throw new ExecutionError({ TypeArityMismatch: true });
  }
  if (call.arguments.length !== fn.parameters.length) {
    throw new ExecutionError({ ArityMismatch: true });
  }
  const typeArguments = call.typeArguments.map((type) => canonicalType(type));
  const bound = fn.parameters.map((parameter, position) => {
    const value = values.use(call.arguments[position] as Argument, position, useOf(parameter));
    checkType(space, parameter, value, position, typeArguments);
    return value;
  });
  return fn.run({
    space,
    object: (position) => space.get((bound[position] as Value & { kind: 'object' }).id),
    pure: (position) => (bound[position] as Value & { kind: 'pure' }).bytes,
    abort: (code) => {
      throw moveAbort(fn, code);
    },
  });
}

function useOf({ reference }: MoveParameter): Use {
  if (reference === undefined) return 'take';
  return reference === 'mutable' ? 'change' : 'read';
}

function checkType(
  space: Workspace,
  parameter: MoveParameter,
  value: Value,
  position: number,
  typeArguments: readonly string[],
): void {
  const isPure = parameter.type === ID_TYPE || /^[a-z]\w*$/.test(parameter.type);
  if (isPure === (value.kind === 'object')) throw badArgument(position, { TypeMismatch: true });
  if (value.kind !== 'object') return;
  const wanted = parameter.type.startsWith('$')
    ? typeArguments[Number(parameter.type.slice(1))]
    : parameter.type;
  if (space.get(value.id).type !== wanted) throw badArgument(position, { TypeMismatch: true });
}

function moveAbort(fn: MoveFunction, code: bigint): ExecutionError {
  const module = { address: fn.package, name: fn.module };
  const location = { module, function: 0, instruction: 0, functionName: fn.name };
  return new ExecutionError({ MoveAbort: [location, code] });
}
