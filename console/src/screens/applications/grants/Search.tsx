import { Button, Form } from "@patternfly/react-core";
import { useForm } from "react-hook-form";
import { FormattedMessage } from "react-intl";
import { TextField } from "../../../platform/forms/fields/TextField.tsx";
import type { Filter } from "./api.ts";

interface SearchProps {
  filter: Filter;
  onSearch: (filter: Filter) => void;
}

/** Whose grants are to be listed. Both values have to match exactly, so nothing is searched while somebody types. */
export function Search({ filter, onSearch }: SearchProps) {
  const { register, handleSubmit } = useForm<Filter>({ defaultValues: filter });
  const search = handleSubmit(({ userKey, clientId }) =>
    onSearch({ userKey: userKey.trim(), clientId: clientId.trim() }),
  );
  return (
    <Form className="hanse-grants__search" role="search" onSubmit={(event) => void search(event)} noValidate>
      <TextField
        field={register("userKey")}
        label={<FormattedMessage id="grants.userKey" />}
        help={<FormattedMessage id="grants.userKeyHelp" />}
        error={undefined}
      />
      <TextField
        field={register("clientId")}
        label={<FormattedMessage id="grants.clientId" />}
        help={<FormattedMessage id="grants.clientIdHelp" />}
        error={undefined}
      />
      <div className="hanse-grants__button">
        <Button type="submit">
          <FormattedMessage id="grants.search" />
        </Button>
      </div>
    </Form>
  );
}
