/**
 * Authorization Detail Types at /system/oauth-settings/authorization-detail-types, and what is below: its forms, and the
 * processors. The console's entry knows the whole by one name, as every route is in what everybody loads.
 */
import { notFound, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { placeAt } from "./places.ts";
import { Types } from "./Types.tsx";

const Processors = lazy(() => import("./processors/index.tsx"));
const TypeForm = lazy(() => import("./form/index.tsx"));
const ProcessorForm = lazy(() => import("./processorForm/index.tsx"));

export default function AuthorizationDetails() {
  const { _splat } = useParams({ strict: false });
  // The list itself is what stands behind nothing.
  if (!_splat) return <Types />;
  return (
    <Suspense>
      <Below rest={_splat} />
    </Suspense>
  );
}

function Below({ rest }: { rest: string }) {
  const place = placeAt(rest);
  if (place.kind === "nowhere") throw notFound();
  if (place.kind === "processors") return <Processors />;
  // What was entered in one form is nothing for another.
  return place.kind === "typeForm" ? <TypeForm key={rest} id={place.id} /> : <ProcessorForm key={rest} id={place.id} />;
}
