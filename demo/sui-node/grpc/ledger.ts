import { GrpcTypes } from '@mysten/sui/grpc';
import { isValidTransactionDigest } from '@mysten/sui/utils';
import type { NodeContext } from '../front.ts';
import { findIndexed } from '../transactions/execute.ts';
import { ExecutedTransactionType, executedMessage, timestampMessage } from './executed-message.ts';
import type { MessageType } from './message-type.ts';
import { objectBytes } from './object-message.ts';
import { lengthDelimited, readMask, requiredAddress } from './paging.ts';
import { GRPC_CODE, GrpcStatusError, invalidArgument, notFound } from './status.ts';

const ObjectType = GrpcTypes.Object as MessageType<GrpcTypes.Object>;
const Epoch = GrpcTypes.Epoch as MessageType<GrpcTypes.Epoch>;
const OBJECT_MASK = ['object_id', 'version', 'digest'];

/** sui.rpc.v2.LedgerService: objects, epochs and the chain itself. */
export const ledgerMethods = {
  GetServiceInfo: getServiceInfo,
  BatchGetObjects: batchGetObjects,
  GetEpoch: getEpoch,
  GetTransaction: getTransaction,
};

function getServiceInfo({ ledger }: NodeContext): Partial<GrpcTypes.GetServiceInfoResponse> {
  return {
    chainId: ledger.chainIdentifier,
    chain: 'stand-in',
    epoch: ledger.epoch,
    checkpointHeight: ledger.checkpoint,
    timestamp: timestampMessage(ledger.now()),
    server: 'stand-in-node',
  };
}

function findObject(ledger: NodeContext['ledger'], request: GrpcTypes.GetObjectRequest) {
  const id = requiredAddress('object_id', request.objectId);
  const object = ledger.store.get(id);
  // Old versions are pruned at once, as on a node that keeps no history.
  if (object === undefined || (request.version ?? object.version) !== object.version) {
    throw notFound(`Object ${id}`);
  }
  return object;
}

/** A missing object is an error of its item, not of the call. */
function batchGetObjects({ ledger }: NodeContext, request: GrpcTypes.BatchGetObjectsRequest) {
  const mask = readMask(ObjectType, request.readMask, OBJECT_MASK);
  const results = request.requests.map((item) => {
    try {
      return Buffer.concat(lengthDelimited(1, objectBytes(ledger, findObject(ledger, item), mask)));
    } catch (error) {
      if (!(error instanceof GrpcStatusError) || error.code !== GRPC_CODE.NOT_FOUND) throw error;
      return GetObjectResult.toBinary(errorResult(error));
    }
  });
  return Buffer.concat(results.flatMap((result) => lengthDelimited(1, result)));
}

const GetObjectResult = GrpcTypes.GetObjectResult as MessageType<GrpcTypes.GetObjectResult>;

function errorResult({ code, message }: GrpcStatusError): GrpcTypes.GetObjectResult {
  return GetObjectResult.create({
    result: { oneofKind: 'error', error: { code, message, details: [] } },
  });
}

function getEpoch({ ledger }: NodeContext, request: GrpcTypes.GetEpochRequest) {
  const mask = readMask(Epoch, request.readMask, ['epoch', 'start', 'reference_gas_price']);
  if ((request.epoch ?? ledger.epoch) !== ledger.epoch) throw notFound(`Epoch ${request.epoch}`);
  return { epoch: mask.trim(Epoch, epochMessage(ledger)) };
}

/** The current epoch, without what the system state says of validators, stakes and funds. */
function epochMessage(ledger: NodeContext['ledger']): GrpcTypes.Epoch {
  return Epoch.create({
    epoch: ledger.epoch,
    start: timestampMessage(ledger.epochStartMs),
    referenceGasPrice: ledger.referenceGasPrice,
    systemState: {
      epoch: ledger.epoch,
      protocolVersion: ledger.protocolVersion,
      referenceGasPrice: ledger.referenceGasPrice,
      epochStartTimestampMs: BigInt(ledger.epochStartMs),
      validatorReportRecords: [],
    },
  });
}

function getTransaction(context: NodeContext, request: GrpcTypes.GetTransactionRequest) {
  const { ledger } = context;
  const { digest } = request;
  if (digest === undefined) throw invalidArgument('digest', 'missing');
  if (!isValidTransactionDigest(digest)) throw invalidArgument('digest', 'invalid digest');
  const mask = readMask(ExecutedTransactionType, request.readMask, ['digest']);
  const executed = findIndexed(ledger, digest, context.indexLagMs('grpc'));
  if (executed === undefined) throw notFound(`Transaction ${digest}`);
  const message = executedMessage(executed, true);
  return { transaction: mask.trim(ExecutedTransactionType, message) };
}

/** sui.rpc.v2.NameService. A name without a record is NOT_FOUND, never an empty answer. */
export const nameMethods = {
  LookupName({ ledger }: NodeContext, request: GrpcTypes.LookupNameRequest) {
    if (!ledger.hasNameService) {
      throw new GrpcStatusError(GRPC_CODE.UNIMPLEMENTED, 'SuiNS not configured for this network');
    }
    if (request.name === undefined) throw invalidArgument('name', 'missing');
    const targetAddress = ledger.addressOf(request.name);
    if (targetAddress === undefined) throw notFound(`Name ${request.name}`);
    return { record: { name: request.name, targetAddress, data: {} } };
  },
};
