import type { GrpcTypes } from '@mysten/sui/grpc';
import type { NodeContext } from '../front.ts';
import { invalidArgument, notFound } from './status.ts';

/** sui.rpc.v2.NameService. A name without a record is NOT_FOUND, never an empty answer. */
export const nameMethods = {
  LookupName({ ledger }: NodeContext, request: GrpcTypes.LookupNameRequest) {
    if (request.name === undefined) throw invalidArgument('name', 'missing');
    const targetAddress = ledger.addressOf(request.name);
    if (targetAddress === undefined) throw notFound(`Name ${request.name}`);
    return { record: { name: request.name, targetAddress, data: {} } };
  },
};
